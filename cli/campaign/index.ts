import type { Command } from '../command';
import { cancel, pause, resume, retry } from './change';
import { recipients } from './recipients';
import { list, report } from './report';

/** `business-messaging campaign`: shows campaigns, and what a person does to them. */
export const campaignCommand: Command = {
	name: 'campaign',
	does: 'Show campaigns and their recipients; pause, resume, cancel, or retry them',
	about:
		'Only a workflow plans a campaign and sends what is due: the Campaign node. This shows it, and stops it or lets it continue.',
	exits: { 1: "the campaign or the store doesn't exist, the campaign is over, or you didn't confirm" },
	actions: [list, report, recipients, pause, resume, cancel, retry],
};
