interface TestFile {
	path: string;
	context: { config: { rootDir: string } };
}

declare class LongFilesFirst {
	sort(tests: readonly TestFile[]): TestFile[];
	static readonly LONG: readonly string[];
}

export = LongFilesFirst;
