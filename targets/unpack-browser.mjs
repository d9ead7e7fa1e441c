// Unpacks the browser that comes with the packages; runs in its own process because the package reads
// its folder and the libraries to unpack from the environment. Prints the path of the executable.
const { default: chromium } = await import('@sparticuz/chromium');
chromium.setGraphicsMode = false;
process.stdout.write(await chromium.executablePath());
