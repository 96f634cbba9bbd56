import { Component, type ReactNode } from 'react';

type Props = {
  /** The path; a change resets the boundary (specification §2). */
  readonly path: string;
  readonly fallback: (retry: () => void) => ReactNode;
  readonly onFailure?: () => void;
  readonly children: ReactNode;
};
type State = { readonly failed: boolean; readonly path: string };

/** Contains the errors of a screen. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failed: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.path === state.path ? null : { failed: false, path: props.path };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`A screen at ${this.props.path} failed while it was drawn.`, error);
    this.props.onFailure?.();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children;
  }
}
