import type { Command } from '../command';
import { list, save, test } from './policies';
import { replay } from './replay';
import { show } from './show';

/** `business-messaging policy`: the policies of a store, and what they would have decided. */
export const policyCommand: Command = {
	name: 'policy',
	does: 'List, show, save, and test policies, and say what another one would have decided',
	about:
		'A policy is a JSON file, or the name of one that is built in or saved. A file needs no version: saving counts them.',
	exits: {
		1: "the policy or the store can't be used, or a test doesn't hold",
		3: 'replay: too many decisions differ',
	},
	actions: [list, show, save, test, replay],
};
