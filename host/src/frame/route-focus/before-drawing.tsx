import type { Location } from '@parlance/shared/router';
import { Component } from 'react';

type Props = {
  readonly location: Location;
  /** Called while the page still shows the previous address. */
  readonly onLeave: (left: Location) => void;
};

/**
 * Catches the one moment in which React has rendered the next address and the page still shows the last; only a class
 * has a hook for it.
 */
export class BeforeDrawing extends Component<Props> {
  override getSnapshotBeforeUpdate({ location: left }: Props): null {
    if (left !== this.props.location) this.props.onLeave(left);
    return null;
  }

  /** React requires it beside getSnapshotBeforeUpdate. */
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}
