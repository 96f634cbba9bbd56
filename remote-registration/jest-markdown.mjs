/** Transforms a document as webpack's asset/source does: into a module whose default export is the text. */
export default { process: (text) => ({ code: `export default ${JSON.stringify(text)};` }) };
