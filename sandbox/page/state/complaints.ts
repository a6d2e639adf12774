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
