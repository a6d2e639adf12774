import type { FunctionsBase } from 'n8n-workflow';
import type { Incident } from '../../receiver';

/** A log that writes incidents to n8n's. */
export const logTo =
	({ logger }: Pick<FunctionsBase, 'logger'>) =>
	({ level, message, ...details }: Incident): void =>
		logger[level](message, details);
