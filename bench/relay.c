/*
 * The measure for the wrapper: the same relay done in C, and nothing else.
 *
 *     relay ENGINE [ARGS]
 *
 * Two blocking threads copy stdin to the engine and the engine's output to stdout, as they come.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNK_SIZE = 65536 /* bytes: what a pipe holds */ };

struct channel {
    int from, to; /* file descriptors */
};

/* Copy until the input ends or nobody reads the output; then close the output. */
static void *copy(void *argument)
{
    const struct channel *channel = argument;
    char *chunk = malloc(CHUNK_SIZE);
    ssize_t size;
    while (chunk != NULL && (size = read(channel->from, chunk, CHUNK_SIZE)) > 0) {
        for (ssize_t done = 0; done < size;) {
            ssize_t written = write(channel->to, chunk + done, (size_t)(size - done));
            if (written >= 0)
                done += written;
            else if (errno != EINTR)
                goto closed;
        }
    }
closed:
    close(channel->to);
    free(chunk);
    return NULL;
}

int main(int argc, char **argv)
{
    int to_engine[2], from_engine[2];
    if (argc < 2) {
        fprintf(stderr, "usage: relay ENGINE [ARGS]\n");
        return 2;
    }
    if (pipe2(to_engine, O_CLOEXEC) != 0 || pipe2(from_engine, O_CLOEXEC) != 0) {
        perror("relay: pipe");
        return 1;
    }
    pid_t engine = vfork();
    if (engine < 0) {
        perror("relay: vfork");
        return 1;
    }
    if (engine == 0) {
        dup2(to_engine[0], STDIN_FILENO);
        dup2(from_engine[1], STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    close(to_engine[0]);
    close(from_engine[1]);

    static struct channel up, down;
    up = (struct channel){.from = STDIN_FILENO, .to = to_engine[1]};
    down = (struct channel){.from = from_engine[0], .to = STDOUT_FILENO};
    pthread_t thread;
    int error = pthread_create(&thread, NULL, copy, &up);
    if (error != 0) {
        fprintf(stderr, "relay: pthread_create: %s\n", strerror(error));
        return 1;
    }
    copy(&down);
    waitpid(engine, NULL, 0);
    _exit(0); /* the other thread may still wait for a GUI that keeps our stdin open */
}
