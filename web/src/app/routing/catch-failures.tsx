import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface CatchFailuresProps {
  /** A way out: what failed at one address is tried anew at the next. */
  at: object;
  children: ReactNode;
}

interface Caught {
  at: object;
  hasFailed: boolean;
}

/** Says so where a page failed to draw or to load; the cause stands in the console, where React writes it. */
export class CatchFailures extends Component<CatchFailuresProps, Caught> {
  override state: Caught = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<Caught> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: CatchFailuresProps, before: Caught): Caught | null {
    return at === before.at ? null : { at, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children;
  }
}
