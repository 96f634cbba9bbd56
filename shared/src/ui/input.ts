import { Input as AntdInput } from 'antd';

/** One line of text. */
export const Input = AntdInput;
/** Several lines of text, growing with `autoSize`. */
export const TextArea = AntdInput.TextArea;
/** One hidden line with a button that shows it. */
export const Password = AntdInput.Password;
