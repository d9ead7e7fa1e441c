// Unpacks the packaged browser and prints the path of the executable. It runs in its own process, because the package
// reads its folder and the libraries to unpack from the environment.
const { default: chromium } = await import('@sparticuz/chromium');
chromium.setGraphicsMode = false;
process.stdout.write(await chromium.executablePath());
