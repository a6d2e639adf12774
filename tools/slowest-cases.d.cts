interface File {
	testFilePath: string;
	testResults: ReadonlyArray<{ fullName: string; duration?: number | null }>;
}

declare class SlowestCases {
	onRunComplete(contexts: Set<unknown>, results: { testResults: readonly File[] }): void;
}

export = SlowestCases;
