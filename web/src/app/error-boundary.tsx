/** A page that breaks, or cannot be downloaded, leaves the frame standing, with a way to try again. */
import { Component, type ReactNode } from "react";
import { reportClientError } from "../api/client-errors";
import { goToNewVersion } from "../api/new-version";
import { ErrorState } from "../components/note";
import { LostPart } from "../lib/download";

interface Props {
  /** The address whose page stands in it. */
  at: string;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  at: string;
}

/** An error ends with the address that it came of: another page, or the same page of something else, is tried anew. */
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
