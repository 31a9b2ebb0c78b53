/** A page that breaks leaves the frame standing, with a way to try again. */
import { Component, type ReactNode } from "react";
import { ErrorState } from "../components/error-state";

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    // Reloading also mends the commonest cause: a chunk of a version that was replaced meanwhile.
    return this.state.failed ? <ErrorState onRetry={() => window.location.reload()} /> : this.props.children;
  }
}
