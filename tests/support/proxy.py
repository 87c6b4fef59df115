"""A network far away: a TCP proxy that delays every byte."""

import asyncio
import contextlib
import functools
import threading
from concurrent.futures import Future

CHUNK = 65536


@contextlib.contextmanager
def delayed(port, seconds):
    """Serve a port of this machine on another one, ``seconds`` later each way.

    Any number of bytes can be under way, as on a fast line to a far place: only the
    time is added. The proxy runs in a thread of its own.

    Parameters
    ----------
    port : int
        Where the server listens.
    seconds : float
        Half of what is added to a round trip.

    Yields
    ------
    int
        The port of the proxy.
    """
    ready = Future()
    thread = threading.Thread(
        target=lambda: asyncio.run(_serve(port, seconds, ready)), name="proxy"
    )
    thread.start()
    loop, proxy_port, stop = ready.result()
    try:
        yield proxy_port
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _serve(port, seconds, ready):
    stop = asyncio.Event()
    connect = functools.partial(_connect, port, seconds)
    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    proxy_port = server.sockets[0].getsockname()[1]
    ready.set_result((asyncio.get_running_loop(), proxy_port, stop))
    await stop.wait()
    server.close()  # asyncio.run then cancels what is still connected


async def _connect(port, seconds, reader, writer):
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
    # Cancelled when the proxy stops; asyncio would report that as an error.
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.gather(
            _carry(reader, far_writer, seconds), _carry(far_reader, writer, seconds)
        )
    writer.close()
    far_writer.close()


async def _carry(reader, writer, seconds):
    """Write what is read, and at last its end, each ``seconds`` later."""
    clock = asyncio.get_running_loop().time
    under_way = asyncio.Queue()

    async def take():
        data = True
        while data:
            data = await reader.read(CHUNK)  # empty at the end
            under_way.put_nowait((clock() + seconds, data))

    async def deliver():
        data = True
        while data:
            due, data = await under_way.get()
            await asyncio.sleep(due - clock())
            if data:
                writer.write(data)
                await writer.drain()
        writer.write_eof()

    try:
        async with asyncio.TaskGroup() as both:
            both.create_task(take())
            both.create_task(deliver())
    except* OSError:  # one side is gone
        pass
