import fc from 'fast-check';
import { SEED } from './seed';

// A property that fails prints this seed, and the path to its case.
fc.configureGlobal({ seed: SEED });

export default fc;
