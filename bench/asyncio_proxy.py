"""The negative control: the line proxy that one would write first, with asyncio streams.

    python asyncio_proxy.py ENGINE [ARGS]

It only passes lines on. A benchmark that cannot tell it from the C relay measures nothing.
"""

import asyncio
import os
import sys
from asyncio import StreamReader, StreamWriter


async def relay(reader: StreamReader, writer: StreamWriter) -> None:
    """Pass lines on until the input ends; then close the output."""
    while line := await reader.readline():
        writer.write(line)
        await writer.drain()
    writer.close()


async def standard_streams() -> tuple[StreamReader, StreamWriter]:
    """Open our stdin and stdout as asyncio streams."""
    loop = asyncio.get_running_loop()
    reader = StreamReader()
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(0, "rb", buffering=0)
    )
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.streams.FlowControlMixin(loop), os.fdopen(1, "wb", buffering=0)
    )
    return reader, StreamWriter(transport, protocol, None, loop)


async def main() -> None:
    """Run the engine between our stdin and stdout."""
    engine = await asyncio.create_subprocess_exec(
        *sys.argv[1:], stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    if engine.stdin is None or engine.stdout is None:
        raise RuntimeError("asyncio gave no pipes")
    gui_reader, gui_writer = await standard_streams()
    up = asyncio.create_task(relay(gui_reader, engine.stdin))
    await relay(engine.stdout, gui_writer)
    await engine.wait()
    up.cancel()


if __name__ == "__main__":
    asyncio.run(main())
