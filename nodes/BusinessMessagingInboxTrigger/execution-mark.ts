import type { IExecuteFunctions, IRun } from 'n8n-workflow';

/** Custom data of an execution: the one thing of it that a trigger hears of in queue mode too, when it has ended. */
const MARK = 'business_messaging_execution';

/** Notes the execution's id in the execution, as n8n tells a trigger its end, but not its id. */
export function markExecution(context: IExecuteFunctions): void {
	context.customData.set(MARK, context.getExecutionId());
}

/** The id of an execution that has ended; `undefined` when it never came as far as its trigger. */
export function executionIdOf({ data }: IRun): string | undefined {
	return data.resultData.metadata?.[MARK];
}
