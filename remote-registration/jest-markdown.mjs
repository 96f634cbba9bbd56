/** What webpack's asset/source makes of a document: a module whose default export is the text. */
export default { process: (text) => ({ code: `export default ${JSON.stringify(text)};` }) };
