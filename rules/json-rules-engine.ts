/** What the rules need of json-rules-engine, in a module of its own, so that it can be loaded when it is first needed. */
export { Engine, Fact, Operator, Rule } from 'json-rules-engine';
