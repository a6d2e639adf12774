import { useEffect, useState } from 'preact/hooks';

/** Nothing is asked before a person stops typing for so long. ms */
const STILL = 200;

/** What a person typed, once they stop. */
export function useStill(text: string): string {
	const [still, setStill] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setStill(text), STILL);
		return () => clearTimeout(timer);
	}, [text]);
	return still;
}
