import { useEffect } from 'preact/hooks';

const POINTED_AT = 'is-pointed-at';

/** Puts a ring around the part of the page that a step of the tour is about. */
export function usePointer(target: string | undefined): void {
	useEffect(() => {
		const part = document.querySelector(`[data-tour="${target}"]`);
		part?.classList.add(POINTED_AT);
		return () => part?.classList.remove(POINTED_AT);
	}, [target]);
}
