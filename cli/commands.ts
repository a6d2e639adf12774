import { campaignCommand } from './campaign';
import type { Command } from './command';
import { consoleCommand } from './console';
import { customerCommand } from './customer';
import { deadLettersCommand } from './dead-letters';
import { metricsCommand } from './metrics';
import { numberCommand } from './number';
import { policyCommand } from './policy';
import { pricesCommand } from './prices';
import { pruneCommand } from './prune';
import { receiveCommand } from './receive';
import { sandboxCommand } from './sandbox';
import { spendingCommand } from './spending';
import { statsCommand } from './stats';
import { storeCommand } from './store';
import { webhookCommand } from './webhook';
import { whyCommand } from './why';

/** The commands of `business-messaging`: the help and docs/command-line.md have them in this order. */
export const commands: readonly Command[] = [
	sandboxCommand,
	receiveCommand,
	webhookCommand,
	campaignCommand,
	whyCommand,
	consoleCommand,
	customerCommand,
	numberCommand,
	policyCommand,
	pricesCommand,
	spendingCommand,
	deadLettersCommand,
	statsCommand,
	metricsCommand,
	pruneCommand,
	storeCommand,
];
