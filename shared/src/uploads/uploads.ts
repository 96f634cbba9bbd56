/**
 * Uploads files from a person's machine into the knowledge of agents: chosen or dropped, a few at a time, with pause,
 * retry and cancel.
 */
export { FileButton, useFileInput } from './file-input.tsx';
export { UploadList } from './upload-list.tsx';
export { isUnderWay, type UploadTarget } from './upload-state.ts';
export { useUploads, type Uploads } from './use-uploads.ts';
