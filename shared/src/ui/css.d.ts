declare module '*.module.css' {
  /** Local class name → the name in the page. */
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  /** The picture as a data URL. */
  const url: string;
  export default url;
}
