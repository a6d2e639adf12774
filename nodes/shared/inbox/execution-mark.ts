import type { IExecuteFunctions, IRun } from 'n8n-workflow';

/** Custom data of an execution: the only part of it that a trigger sees in queue mode too, once it has ended. */
const MARK = 'business_messaging_execution';

/** Notes the execution's ID in the execution, because n8n tells a trigger its end but not its ID. */
export function markExecution(context: IExecuteFunctions): void {
	context.customData.set(MARK, context.getExecutionId());
}

/** The ID of an execution that has ended; `undefined` if it never got as far as its trigger. */
export function executionIdOf({ data }: IRun): string | undefined {
	return data.resultData.metadata?.[MARK];
}
