import type { IDataObject } from 'n8n-workflow';
import type { AnsweredWait, Engine, MessagingEvent } from '../../../../engine';
import { choiceOf, possibleAnswer } from '../../../../engine';
import { toItem } from '../../../shared/events/to-items';
import { isoTime } from '../../../shared/times';

/** What the customer answered, by the kind of question. */
function responseTo(wait: AnsweredWait['wait'], event: MessagingEvent, text: unknown): IDataObject {
	const { question } = wait;
	if (question.kind === 'text') return { text: text ?? '' } as IDataObject;
	const answer = possibleAnswer(event);
	const index = answer && choiceOf(wait, answer);
	const { title, value } = question.choices[index ?? -1] ?? { title: '', value: '' };
	return typeof value === 'boolean' ? { approved: value } : { choice: value, title };
}

/** The item of an answered question: the answer in `data`, and the message like an item of the Trigger. */
export async function answerJson(engine: Engine, { wait, event }: AnsweredWait): Promise<IDataObject> {
	const item = toItem(event, await engine.reactionsTo(event), false);
	const { contact, contactName } = item;
	return {
		data: {
			...responseTo(wait, event, item.text),
			respondedAt: isoTime(event.at),
			responder: { id: contact, ...(contactName !== undefined && { name: contactName }) },
		},
		timedOut: false,
		...item,
	};
}
