import type { Location } from '@parlance/shared/router';
import { Component } from 'react';

type Props = {
  readonly location: Location;
  /** Called while the page still shows the address before. */
  readonly onLeave: (left: Location) => void;
};

/**
 * The one moment in which React has made the next address and the page still shows the last; only a class hears of it.
 */
export class BeforeDrawing extends Component<Props> {
  override getSnapshotBeforeUpdate({ location: left }: Props): null {
    if (left !== this.props.location) this.props.onLeave(left);
    return null;
  }

  /** React asks for it beside getSnapshotBeforeUpdate. */
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}
