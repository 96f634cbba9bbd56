/** The tier of screens with forms. */
export { Checkbox, Form, InputNumber, Radio, Select, Switch } from 'antd';
export { Password } from './input.ts';
