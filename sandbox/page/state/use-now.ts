import { useEffect, useState } from 'preact/hooks';
import { useWorld } from './use-world';

const SECOND = 1000;

/** The gateway's time, epoch ms, anew every second. */
export function useNow(): number {
	const { ahead } = useWorld();
	const [, setTicks] = useState(0);
	useEffect(() => {
		const ticking = setInterval(() => setTicks((ticks) => ticks + 1), SECOND);
		return () => clearInterval(ticking);
	}, []);
	return Date.now() + ahead;
}
