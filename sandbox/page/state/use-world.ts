import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Update } from '../../simulator/records';
import { showTimesIn } from '../../../page/times';
import { unknownWorld, updated, type World } from './world';

/** The world, for every part of the page. */
export const WorldContext = createContext<World>(unknownWorld);

/** What the page knows of the gateway, now and after every update. */
export const useWorld = () => useContext(WorldContext);

/** Follows the gateway. The browser connects again by itself. */
export function useLiveWorld(): World {
	const [world, setWorld] = useState(unknownWorld);
	useEffect(() => {
		const source = new EventSource('/sandbox/live');
		source.onmessage = ({ data }: MessageEvent<string>) => {
			const update = JSON.parse(data) as Update;
			const { gateway } = update.put;
			if (gateway?.kind === 'gateway') showTimesIn(gateway.timeZone);
			setWorld((before) => updated(before, update, Date.now()));
		};
		source.onerror = () => setWorld((before) => ({ ...before, isLive: false }));
		return () => source.close();
	}, []);
	return world;
}

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
