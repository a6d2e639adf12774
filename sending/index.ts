export type { FreeformContent, TemplateItem, TemplateMessageComponent } from '../platform';
export {
	cancelledSentence,
	changeCampaigns,
	retrySentence,
	whatRetryCannotHelp,
} from './campaigns/change-campaigns';
export type * from './campaigns/contract';
export { heldByTemplate } from './campaigns/held-by-template';
export { countWaiting, hasNobodyLeft, WAITING_STATES } from './campaigns/paused-campaigns';
export { readCampaigns } from './campaigns/read-campaigns';
export { retryMayHelp } from './campaigns/report';
export type { CampaignReader } from './campaigns/read-campaigns';
export { createSender } from './create-sender';
export { createTemplateAsker, templatesAsOutcome } from './learn-template';
export type { Content, Outcome, OutcomeError, SendOptions } from './message';
export type { Sender } from './sender';
