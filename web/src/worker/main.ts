/** The service worker. The build makes one file of it (`build/worker.mjs`). */
import "./push";
