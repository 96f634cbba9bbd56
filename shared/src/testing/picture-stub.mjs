/** Replaces a picture's URL in tests. */
export default 'picture.svg';
