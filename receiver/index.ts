export type { Runtime } from '../base';
export type { ProfileName, ProviderProfile } from '../platform';
export type { Incident, Log, Tell } from './incidents';
export { INCIDENTS, logToStderr, withoutFloods } from './incidents';
export { answerChallenge } from './http/answer-requests';
export type { BoundSecret } from './http/rights';
export { secretOfNumber } from './http/rights';
export type { ReceiverLimits, ReceiverOptions } from './http/receiver-options';
export { DEFAULT_PATH, isOwnUrl, problemsOf } from './http/receiver-options';
export type { Forwarder } from './forwarding/forwarding';
export { forwardSoon, startForwarding } from './forwarding/forwarding';
export type { SettingNames } from './forwarding/targets';
export { problemsOfForwarding } from './forwarding/targets';
export type { Receipt, ReceiveOptions, RefusalReason } from './http/receive-delivery';
export type { Delivery } from './http/read-delivery';
export { receiveDelivery, tellOfIneffective } from './http/receive-delivery';
export { channelsIn, readCopy, readSigned } from './http/read-delivery';
export type {
	KnownWebhook,
	Registration,
	Replacement,
	WebhookCheck,
	WebhookConfigurator,
} from './registration';
export {
	checkWebhook,
	copiesGoTo,
	COPY_HEADER,
	isListenedTo,
	isRegistered,
	lookAtWebhook,
	ownerInWords,
	RECEIVER,
	registerWebhook,
	RegistrationConflict,
	replaceWebhook,
	revertWebhook,
	stateOfWebhook,
	staysRegistered,
	unregisterWebhook,
} from './registration';
export type { SharedReceiverOptions } from './http/share-receiver';
export { shareReceiver } from './http/share-receiver';
export { serveMetrics } from './http/serve-metrics';
export type { Receiver } from './http/start-receiver';
export { startReceiver } from './http/start-receiver';
export type { BurstReader, BurstReaderOptions, GatherOptions } from './inbox/bursts';
export { isTakenOver, startBurstReader } from './inbox/bursts';
export type { Keeping, Subscriber, SubscriberOptions } from './inbox/subscriber';
export { startSubscriber } from './inbox/subscriber';
export type { AnswerPoster } from './waits/answer-poster';
export { answerPosterOf } from './waits/answer-poster';
export { REMINDED } from './waits/post-wait';
