import 'katex/contrib/mhchem';

/** Sets formulas with the macros of mhchem, such as `\ce{H2O}` and `\pu{1 mol}`. */
export { default } from './set-formula.tsx';
