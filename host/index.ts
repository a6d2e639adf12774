export type { Owner } from './environment';
export { type Execution, type ExecutionFilter, itemsOf } from './executions';
export { freePort } from './free-port';
export type { Credential } from './import-credentials';
export type { N8nApi } from './n8n-api';
export { N8nRequestError } from './n8n-session';
export type { FieldQuestion, NodeType } from './node-forms';
export { type N8n, type StartOptions, startN8n } from './start-n8n';
export type { PublicationStatus, Workflow, WorkflowNode } from './workflows';
