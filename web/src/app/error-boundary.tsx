/** Shows an error with a retry button in place of a page that throws or cannot be loaded. */
import { Component, type ReactNode } from "react";
import { reportClientError } from "../api/client-errors";
import { goToNewVersion } from "../api/new-version";
import { ErrorState } from "../components/note";
import { ModuleLoadError } from "../lib/lazy-module";

interface Props {
  /** The address of the page. */
  at: string;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  at: string;
}

/** The error is reset when the address changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, at: this.props.at };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, error: undefined };
  }

  override componentDidCatch(error: Error): void {
    reportClientError(error);
    if (error instanceof ModuleLoadError) goToNewVersion().catch(() => undefined);
  }

  retry = () => {
    // Offline, a reload would show the browser's error page.
    if (navigator.onLine) window.location.reload();
    else this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <ErrorState error={error} onRetry={this.retry} /> : this.props.children;
  }
}
