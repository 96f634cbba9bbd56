import controls from './controls.module.css';

/** A bot's emoji on the accent's tint. Decorative: the name is beside it. */
export function Avatar({
  emoji,
  size = 'medium',
}: {
  readonly emoji: string;
  readonly size?: 'small' | 'medium' | 'large';
}) {
  const classes = {
    small: `${controls.avatar} ${controls.small}`,
    medium: controls.avatar,
    large: `${controls.avatar} ${controls.large}`,
  };
  return (
    <span className={classes[size]} aria-hidden="true">
      {emoji}
    </span>
  );
}
