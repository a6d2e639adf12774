export type { FreeformContent, TemplateItem, TemplateMessageComponent } from '../platform';
export type * from './campaigns/contract/campaigns';
export { readCampaigns } from './campaigns/read-campaigns';
export type { CampaignReader } from './campaigns/read-campaigns';
export type { Content } from './content';
export { createSender } from './create-sender';
export type { Sender, SendOptions } from './create-sender';
export { templatesAsOutcome } from './learn-template';
export type { Outcome, OutcomeError } from './outcome';
