export { type Execution, itemsOf } from './api/executions';
export type { Workflow, WorkflowNode } from './api/workflows';
export { createDatabase, type OwnDatabase } from './create-database';
export { freePort } from './free-port';
export type { Credential } from './import-credentials';
export { poll } from './poll';
export { N8N_TELLS, sampleN8n } from './sample-n8n';
export { type N8n, type StartOptions, startN8n } from './start-n8n';
export { type QueueN8n, startQueueN8n } from './start-queue-n8n';
