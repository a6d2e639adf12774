import type { IDataObject } from 'n8n-workflow';
import { templatesAsOutcome } from '../../../sending';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';
import { findTemplate, readChoice } from './template-choice';
import { templateJson } from './template-json';

/** Gets one template, and remembers what the gateway says of it. */
export const get: Operation = {
	description: [],
	async prepare(context) {
		const { credential, engine, gateway } = await connect(context);
		const { channel, account } = credential;
		return async (itemIndex) => {
			const { template, translations } = await findTemplate(gateway, readChoice(context, itemIndex));
			await engine.record(templatesAsOutcome({ channel, account }, translations));
			const isSimple = context.getNodeParameter('simplify', itemIndex, true) as boolean;
			return [{ json: isSimple ? templateJson(template) : (template as unknown as IDataObject) }];
		};
	},
};
