/** Calls a control method. A refusal is shown to the person, and the result is `undefined`. */
export async function control<Result = null>(
	method: string,
	...args: unknown[]
): Promise<Result | undefined> {
	return post<Result>(`/sandbox/control/${method}`, { args });
}

/** Moves the gateway's clock ahead. */
export async function advanceClock(ms: number): Promise<void> {
	await post('/sandbox/clock/advance', { ms });
}

async function post<Result>(path: string, body: object): Promise<Result | undefined> {
	try {
		const response = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
		const answer = (await response.json()) as { result: Result; error?: string };
		if (response.ok) return answer.result;
		complain(answer.error ?? `The sandbox answered ${response.status}.`);
	} catch {
		complain("The sandbox doesn't answer. Is it still running?");
	}
	return undefined;
}

type Listener = (text: string) => void;

let listener: Listener = () => {};

/** Shows the person what didn't work. */
export function complain(text: string): void {
	listener(text);
}

/** Calls `show` with each complaint. */
export function onComplaint(show: Listener): void {
	listener = show;
}
