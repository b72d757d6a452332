import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** A new value clears the error, so navigation to another URL renders again. */
  resetKey: object;
  children: ReactNode;
}

interface ErrorBoundaryState {
  resetKey: object;
  hasFailed: boolean;
}

/** Shows the error screen if a page fails to render or to load. React logs the cause to the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey, hasFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    previous: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === previous.resetKey ? null : { resetKey, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children;
  }
}
