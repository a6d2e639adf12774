import { successAnswer } from '../platform';
import type { Call, Connection } from './connection';
import { doneOrError } from './done-or-error';

/** Makes a call that changes something. @throws GatewayError, also if the answer is `{ success: false }` */
export async function act(
	connection: Connection,
	request: Omit<Call<typeof successAnswer>, 'answer'>,
): Promise<{ success: true }> {
	const answer = await connection.call({ ...request, answer: successAnswer });
	doneOrError(connection, request, answer.success, answer);
	return { success: true };
}
