import { campaignJson } from './campaign-json';
import { onEachItem } from './on-each-item';
import type { Operation } from './operation';

/** Nothing more is sent until it is resumed. */
export const pause: Operation = {
	description: [],
	run: onEachItem(async ({ campaigns, campaign, get }) => [
		campaignJson(await campaigns.pause(campaign(), get('reason'))),
	]),
};

/** Goes on with a paused campaign. */
export const resume: Operation = {
	description: [],
	run: onEachItem(async ({ campaigns, campaign }) => [campaignJson(await campaigns.resume(campaign()))]),
};

/** Whoever was not sent to is skipped, for ever. */
export const cancel: Operation = {
	description: [],
	run: onEachItem(async ({ campaigns, campaign, get }) => [
		campaignJson(await campaigns.cancel(campaign(), get('reason'))),
	]),
};
