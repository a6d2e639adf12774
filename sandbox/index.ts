export type { Runtime } from '../base';
export { startSandbox } from './start-sandbox';
export type { Sandbox, SandboxOptions } from './start-sandbox';
export type { Control } from './control/control';
export { ControlError } from './control/method';
export type { Faults } from './faults';
export type { MessageStatus, RuleViolation, SentMessage, ViolationRule } from './messages/ledger';
export type { Settings } from './settings';
export type { DeliveryAttempt } from './webhooks/delivery';
