import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** A way out: what failed at one address is tried anew at the next. */
  resetKey: object;
  children: ReactNode;
}

interface ErrorBoundaryState {
  resetKey: object;
  hasFailed: boolean;
}

/** Says so where a page failed to draw or to load; the cause stands in the console, where React writes it. */
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
