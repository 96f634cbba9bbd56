/** The tier of screens on which something is filled in. */
export { Checkbox, Form, InputNumber, Radio, Select, Switch } from 'antd';
export { Password } from './input.ts';
