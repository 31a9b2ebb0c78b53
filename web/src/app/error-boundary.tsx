/** A page that breaks, or cannot be downloaded, leaves the frame standing, with a way to try again. */
import { Component, type ReactNode } from "react";
import { goToNewVersion } from "../api/new-version";
import { ErrorState } from "../components/note";
import { LostPart } from "../lib/download";

interface State {
  error: Error | undefined;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    if (error instanceof LostPart) goToNewVersion().catch(() => undefined);
  }

  retry = () => {
    // Without a connection reloading would only bring the browser's own page.
    if (navigator.onLine) window.location.reload();
    else this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorState error={error} onRetry={this.retry} /> : this.props.children;
  }
}
