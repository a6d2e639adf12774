interface TestFile {
	path: string;
	context: {
		config: { id: string; cacheDirectory: string; haste: object };
		hasteFS: { getSize(path: string): number | undefined };
	};
}

interface TestResult {
	testFilePath: string;
	numFailingTests: number;
	/** ms */
	perfStats: { runtime: number };
}

declare class ShortFilesFirst {
	constructor(options: { contexts: unknown[]; globalConfig: object });
	cacheResults(tests: readonly TestFile[], results: { testResults: readonly TestResult[] }): void;
	sort(tests: readonly TestFile[]): TestFile[];
}

export = ShortFilesFirst;
