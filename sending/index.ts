export type { FreeformContent, TemplateItem, TemplateMessageComponent } from '../platform';
export { changeCampaigns, retrySentence } from './campaigns/change-campaigns';
export type * from './campaigns/contract';
export { readCampaigns } from './campaigns/read-campaigns';
export type { CampaignReader } from './campaigns/read-campaigns';
export { createSender } from './create-sender';
export { createTemplateAsker, templatesAsOutcome } from './learn-template';
export type { Content, Outcome, OutcomeError, SendOptions } from './message';
export type { Sender } from './sender';
