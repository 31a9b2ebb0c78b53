/** A page that breaks, or cannot be downloaded, leaves the frame standing, with a way to try again. */
import { Component, type ReactNode } from "react";
import { ErrorState } from "../components/note";

interface State {
  error: Error | undefined;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  retry = () => {
    // Reloading also mends the commonest cause: a chunk of a version that was replaced meanwhile. Without a connection
    // it would only bring the browser's own page.
    if (navigator.onLine) window.location.reload();
    else this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorState error={error} onRetry={this.retry} /> : this.props.children;
  }
}
