import { Input as AntdInput } from 'antd';

/** A text field of one line. */
export const Input = AntdInput;
/** A text field of several lines, growing with `autoSize`. */
export const TextArea = AntdInput.TextArea;
/** A password field with a button that reveals it. */
export const Password = AntdInput.Password;
