#define _GNU_SOURCE
#include "subject.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("driver: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static ns_t read_clock(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        fail("a subject has ended before its time");
    return time.tv_sec * NS_PER_S + time.tv_nsec;
}

ns_t now_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

void spawn(struct subject *subject)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
        fail("pipe: %s", strerror(errno));
    subject->pid = vfork(); /* the subject's start must not pay for a copy of our memory */
    if (subject->pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execvp(subject->command[0], subject->command);
        _exit(127);
    }
    if (subject->pid < 0)
        fail("vfork: %s", strerror(errno));
    close(in[0]);
    close(out[1]);
    subject->in = in[1];
    subject->out = out[0];
    subject->start = subject->end = 0;
    if (clock_getcpuclockid(subject->pid, &subject->cpu_clock) != 0)
        fail("no CPU clock of %s", subject->name);
}

void send_bytes(struct subject *subject, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(subject->in, bytes, size);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            fail("%s no longer reads its input", subject->name);
        }
        bytes += written;
        size -= (size_t)written;
    }
}

void send_line(struct subject *subject, const char *line)
{
    send_bytes(subject, line, strlen(line));
}

char *take_line(struct subject *subject)
{
    char *line = subject->buffer + subject->start;
    char *newline = memchr(line, '\n', subject->end - subject->start);
    if (newline == NULL)
        return NULL;
    *newline = '\0';
    subject->start = (size_t)(newline + 1 - subject->buffer);
    return line;
}

void read_more(struct subject *subject, const char *wanted)
{
    subject->end -= subject->start;
    memmove(subject->buffer, subject->buffer + subject->start, subject->end);
    subject->start = 0;
    if (subject->end > BUFFER_SIZE - READ_SIZE)
        fail("%s sent a line without an end", subject->name);
    ssize_t got = read(subject->out, subject->buffer + subject->end, READ_SIZE);
    if (got <= 0)
        fail("the output of %s ended before %s", subject->name, wanted);
    subject->read_at = now_ns();
    subject->end += (size_t)got;
    subject->bytes += got;
}

void read_until(struct subject *subject, const char *wanted)
{
    for (;;) {
        char *line;
        while ((line = take_line(subject)) != NULL)
            if (strncmp(line, wanted, strlen(wanted)) == 0)
                return;
        read_more(subject, wanted);
    }
}

void ask(struct subject *subject, const char *command, const char *answer)
{
    send_line(subject, command);
    read_until(subject, answer);
}

void quit(struct subject *subject)
{
    static char rest[READ_SIZE];
    send_line(subject, "quit\n");
    close(subject->in);
    while (read(subject->out, rest, sizeof rest) > 0)
        ;
    close(subject->out);
    waitpid(subject->pid, NULL, 0);
}

bool wait_for_output(const struct subject *subject, ns_t deadline)
{
    struct pollfd output = {.fd = subject->out, .events = POLLIN};
    ns_t left = deadline - now_ns();
    if (left <= 0)
        return false;
    struct timespec timeout = {.tv_sec = left / NS_PER_S, .tv_nsec = left % NS_PER_S};
    return ppoll(&output, 1, &timeout, NULL) > 0;
}

ns_t cpu_ns(const struct subject *subject)
{
    return read_clock(subject->cpu_clock);
}

long rss_kb(const struct subject *subject)
{
    char path[64], line[256];
    long size = -1;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", subject->pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail("cannot read %s: %s", path, strerror(errno));
    while (size < 0 && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "Rss: %ld", &size);
    fclose(file);
    return size;
}

